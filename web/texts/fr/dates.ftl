# Dates et nombres. Une date peut utiliser $year, $month (son nom), $abbreviated, $month-number, $day et $day-number (deux chiffres).
date-short = { $day-number }/{ $month-number }/{ $year }
date-long = { $day } { $month } { $year }
date-time = { $day } à { $time }
date-abbreviation-letters = 4
date-decimal-mark = ,
date-month-1 = janvier
date-month-2 = février
date-month-3 = mars
date-month-4 = avril
date-month-5 = mai
date-month-6 = juin
date-month-7 = juillet
date-month-8 = août
date-month-9 = septembre
date-month-10 = octobre
date-month-11 = novembre
date-month-12 = décembre
