-- First the bits, then the item.
redis('SETBIT', 'filter', 42 % bits, 1)
redis('SETBIT', 'filter', (42 * 7 + 3) % bits, 1)
db.write('42', 'lamp')
