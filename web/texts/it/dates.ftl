# Date e numeri. Una data può usare $year, $month (il nome), $abbreviated, $month-number, $day e $day-number (due cifre).
date-short = { $day } { $abbreviated } { $year }
date-long = { $day } { $month } { $year }
date-time = { $day }, ore { $time }
date-abbreviation-letters = 3
date-decimal-mark = ,
date-month-1 = gennaio
date-month-2 = febbraio
date-month-3 = marzo
date-month-4 = aprile
date-month-5 = maggio
date-month-6 = giugno
date-month-7 = luglio
date-month-8 = agosto
date-month-9 = settembre
date-month-10 = ottobre
date-month-11 = novembre
date-month-12 = dicembre
