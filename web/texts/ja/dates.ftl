# 日付と数字。日付には$year、$month（月の名前）、$abbreviated、$month-number、$day、$day-number（2桁）を使えます。
date-short = { $year }年{ $month }{ $day }日
date-long = { $year }年{ $month }{ $day }日
date-time = { $day } { $time }
date-abbreviation-letters = 3
date-decimal-mark = .
date-month-1 = 1月
date-month-2 = 2月
date-month-3 = 3月
date-month-4 = 4月
date-month-5 = 5月
date-month-6 = 6月
date-month-7 = 7月
date-month-8 = 8月
date-month-9 = 9月
date-month-10 = 10月
date-month-11 = 11月
date-month-12 = 12月
