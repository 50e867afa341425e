# Datas e números. Uma data pode usar $year, $month (o nome), $abbreviated, $month-number, $day e $day-number (dois dígitos).
date-short = { $day-number }/{ $month-number }/{ $year }
date-long = { $day } de { $month } de { $year }
date-time = { $day }, { $time }
date-abbreviation-letters = 3
date-decimal-mark = ,
date-month-1 = janeiro
date-month-2 = fevereiro
date-month-3 = março
date-month-4 = abril
date-month-5 = maio
date-month-6 = junho
date-month-7 = julho
date-month-8 = agosto
date-month-9 = setembro
date-month-10 = outubro
date-month-11 = novembro
date-month-12 = dezembro
