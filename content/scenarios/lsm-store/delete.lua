-- Deletes, and looks again later.
if store.delete('item') ~= true then return 'failed' end
note('deleted')
return store.get('item') and 'there again' or 'gone'
