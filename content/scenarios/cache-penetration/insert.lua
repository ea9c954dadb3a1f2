-- The item comes into being. The cache hears nothing of it.
db.write('42', 'lamp')
