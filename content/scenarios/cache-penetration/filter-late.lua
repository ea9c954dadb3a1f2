-- First the item, then its bits.
db.write('42', 'lamp')
redis('SETBIT', 'filter', 42 % bits, 1)
redis('SETBIT', 'filter', (42 * 7 + 3) % bits, 1)
