# Fechas y números. Una fecha puede usar $year, $month (su nombre), $abbreviated, $month-number, $day y $day-number (dos cifras).
date-short = { $day } { $abbreviated } { $year }
date-long = { $day } de { $month } de { $year }
date-time = { $day }, { $time }
date-abbreviation-letters = 3
date-decimal-mark = ,
date-month-1 = enero
date-month-2 = febrero
date-month-3 = marzo
date-month-4 = abril
date-month-5 = mayo
date-month-6 = junio
date-month-7 = julio
date-month-8 = agosto
date-month-9 = septiembre
date-month-10 = octubre
date-month-11 = noviembre
date-month-12 = diciembre
