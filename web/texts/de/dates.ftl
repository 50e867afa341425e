# Daten und Zahlen. Ein Datum darf $year, $month (den Namen), $abbreviated, $month-number, $day und $day-number (zweistellig) enthalten.
date-short = { $day-number }.{ $month-number }.{ $year }
date-long = { $day }. { $month } { $year }
date-time = { $day }, { $time } Uhr
date-abbreviation-letters = 3
date-decimal-mark = ,
date-month-1 = Januar
date-month-2 = Februar
date-month-3 = März
date-month-4 = April
date-month-5 = Mai
date-month-6 = Juni
date-month-7 = Juli
date-month-8 = August
date-month-9 = September
date-month-10 = Oktober
date-month-11 = November
date-month-12 = Dezember
