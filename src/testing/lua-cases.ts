/** Lua as scripts use it: expressions to be evaluated, and whole scripts. Their replies are recorded from the server. */

/** Each is returned through `tostring`, or as a table of its results. */
export const LUA_EXPRESSIONS: readonly string[] = String.raw`
1 + 1
7 / 2
-7 % 3
7 % -3
5.5 % 2
2 ^ 0.5
1e15
1e14
123456789012345
0.1 + 0.2
1 / 3
100 / 3
1e308 * 10
-1e308 * 10
0x10
0xff + 1
1e-5
123456.789e3
3 == 3.0
"10" + 5
"0x10" + 0
" 5 " * 2
10 .. 20
1.5 .. "x"
-2 ^ 2
2 ^ 3 ^ 2
not nil == true
1 < 2
"a" < "b"
"a" < "B"
"abc" < "abd"
"" < "a"
"Z" < "a"
nil == false
1 and 2
nil and 1
false or "x"
nil or false
1 == 1 and "yes" or "no"
#"hello"
#""
#{1, 2, 3}
#{1, nil, 3}
#{nil, nil, 3}
#{n = 1}
#{1, 2, nil, 4}
type(nil)
type(1)
type("x")
type({})
type(print_is_no_global == nil)
type(type)
tostring(true)
tostring(12)
tostring(-1.5)
tonumber("12")
tonumber("1e2")
tonumber("0x1p4")
tonumber("  12  ")
tonumber("12a")
tonumber("")
tonumber("ff", 16)
tonumber("zz", 36)
tonumber("8", 8)
tonumber("1010", 2)
tonumber("1.5", 10)
tonumber(nil)
tonumber("inf")
tonumber({})
math.floor(3.7)
math.floor(-3.7)
math.ceil(3.2)
math.ceil(-3.2)
math.abs(-5)
math.max(1, 5, 3)
math.min(4, 2, 8)
math.sqrt(2)
math.pi
math.huge
-math.huge
math.pow(2, 10)
math.mod(7, 3)
math.fmod(-7, 3)
math.log(10)
math.log10(1000)
math.exp(1)
math.sin(1)
math.cos(1)
math.tan(1)
math.atan2(1, 2)
math.deg(math.pi)
math.rad(180)
math.ldexp(1.5, 3)
math.frexp(24)
math.modf(3.7)
math.modf(-3.7)
math.max(0/1, -1)
string.len("abc")
("x"):rep(5)
string.upper("abc")
string.lower("ABC")
string.reverse("abc")
string.sub("hello", 2, 4)
string.sub("hello", -3)
string.sub("hello", 2)
string.sub("hello", 0)
string.sub("hello", 10)
string.sub("hello", -100, 2)
string.byte("A")
string.byte("abc", 1, -1)
string.byte("abc", 10)
string.char(72, 105)
string.find("hello world", "wor")
string.find("hello", "l+")
string.find("hello", "xyz")
string.find("a.b", ".", 1, true)
string.find("hello", "")
string.find("hello", "", 10)
string.find("hello", "h", -100)
string.match("key=value", "(%w+)=(%w+)")
string.match("2026-11-16", "(%d+)-(%d+)-(%d+)")
string.match("hello", ".-l")
string.match("  trim  ", "^%s*(.-)%s*$")
string.match("abc", "()b()")
string.match("[[x]]", "%[%[(.*)%]%]")
string.match("a,b,c", "[^,]+", 3)
string.match("THE END", "%u+$")
string.match("x", "(y)")
string.gsub("hello", "l", "L")
string.gsub("hello", "l", "L", 1)
string.gsub("hello", "", "-")
string.gsub("abc", "%w", "%0%0")
string.gsub("hello world", "(%w+) (%w+)", "%2 %1")
string.gsub("abc", "b", {b = "X"})
string.gsub("abc", "%w", function(c) if c == "b" then return "Z" end end)
string.gsub("$x $y", "%$(%w+)", {x = 1, y = 2})
string.gsub("a b c", "%s", "")
string.gsub("THE (quick) fox", "%((%w+)%)", "<%1>")
string.gsub("f(a(b)c)", "%b()", "[]")
string.gsub("THE fox", "%f[%a]%a+", "X")
string.format("%d", 42)
string.format("%5d|%-5d|%05d", 1, 2, 3)
string.format("%+d % d", 5, 5)
string.format("%x %X %#x", 255, 255, 255)
string.format("%o", 8)
string.format("%c%c", 72, 105)
string.format("%e", 12345.678)
string.format("%.3f", 3.14159)
string.format("%g %g %g", 1, 1e20, 0.0001)
string.format("%10.2f|", 3.14159)
string.format("%s %s", "a", 1)
string.format("%10s|%-10s|", "x", "y")
string.format("%.2s", "abc")
string.format("%q", 'a "quoted"\nline')
string.format("%%")
string.format("%i", 3.99)
string.format("%u", 3)
string.format("%5.1f", -0.05)
string.format("%.0f", 0.5)
string.format("%.0f", 1.5)
string.format("%.0f", 2.5)
string.format("%.14g", 1/3)
string.format("%.17g", 0.1)
string.format("%.20f", 0.1)
string.format("%g", 100000)
string.format("%g", 1000000)
string.format("%#g", 1)
string.format("%G", 1e-10)
string.format("%E", 1.5)
string.format("%d", -0)
string.format("%x", 2^40)
string.format("%d", 2^53)
table.concat({1, 2, 3}, ",")
table.concat({}, ",")
table.concat({1, 2, 3}, ",", 2)
table.concat({1, 2, 3}, ",", 2, 3)
table.concat({"a", 1.5, 2})
table.getn({1, 2, 3})
table.maxn({1, 2, [10] = 3})
unpack({1, 2, 3})
unpack({1, 2, 3}, 2)
unpack({1, 2, 3}, 2, 3)
unpack({}, 1, 3)
select("#", 1, 2, 3)
select(2, "a", "b", "c")
select(-1, "a", "b")
next({})
next({5})
rawequal("a", "a")
rawequal({}, {})
rawget({a = 1}, "a")
pcall(error, "x")
pcall(error, "x", 0)
pcall(error)
pcall(function() return 1, 2 end)
pcall(function() local x = nil; return x.y end)
pcall(function() return 1 + {} end)
pcall(function() return {} .. "x" end)
pcall(function() return #5 end)
pcall(function() return nil > 1 end)
pcall(string.rep)
pcall(string.rep, "x", "y")
pcall(setmetatable, 1, 2)
pcall(tostring)
pcall(ipairs)
pcall(next, {}, "nokey")
xpcall(function() error("e") end, function(m) return "handled " .. m end)
loadstring("return 1 + 1")()
loadstring("syntax error here")
assert(1, 2)
bit.band(12, 10)
bit.bor(12, 10)
bit.bxor(12, 10)
bit.bnot(0)
bit.lshift(1, 31)
bit.rshift(-1, 28)
bit.arshift(-16, 2)
bit.rol(0x12345678, 8)
bit.ror(0x12345678, 8)
bit.bswap(0x12345678)
bit.tohex(255)
bit.tohex(-1, 4)
bit.tobit(0xffffffff)
bit.band(2^33 + 5, 7)
cjson.encode({1, 2, 3})
cjson.encode({a = 1})
cjson.encode({})
cjson.encode("x/y\n")
cjson.encode({1.5, true, false, cjson.null})
cjson.encode({[1] = "a", [3] = "b"})
cjson.encode({a = {b = {c = {}}}})
cjson.encode(12345678901234567890)
cjson.encode(0.1)
cjson.decode("[1, 2.5, \"x\", true, null]")[2]
cjson.decode("{\"a\": {\"b\": [1,2]}}").a.b[2]
cjson.decode("\"\\u00e9\\n\\t\"")
cjson.decode("null") == cjson.null
cjson.decode("[]")[1]
pcall(cjson.decode, "[1,")
pcall(cjson.decode, "{1:2}")
pcall(cjson.encode, {[{}] = 1})
pcall(cjson.encode, function() end)
cmsgpack.unpack(cmsgpack.pack(1, -1, 1.5, "x", true, nil))
cmsgpack.unpack(cmsgpack.pack({1, 2, {3}}))[3][1]
cmsgpack.pack(127, 128, 255, 256, 65535, 65536)
cmsgpack.pack(-32, -33, -128, -129, -32768, -32769)
cmsgpack.pack("", "abc")
cmsgpack.pack({a = 1})
cmsgpack.pack(2^31, 2^32, 2^53, -2^53)
cmsgpack.pack(1.5, 0.1, 1e300)
pcall(cmsgpack.unpack, "\147\1")
struct.pack(">I2i4", 258, -2)
struct.pack("<bhlfd", 1, 2, 3, 1.5, 2.5)
struct.unpack(">I2i4", struct.pack(">I2i4", 258, -2))
struct.unpack("s", "abc\0def")
struct.unpack("Bc0", "\3abcdef")
struct.size("!4bih")
struct.pack("!4bi", 1, 2)
pcall(struct.unpack, "i", "ab")
pcall(struct.pack, "q", 1)
redis.sha1hex("")
redis.sha1hex("hello")
redis.REDIS_VERSION
redis.LOG_WARNING
redis.error_reply("CODE text").err
redis.status_reply("FINE").ok
_VERSION
coroutine.status(coroutine.create(function() end))
coroutine.resume(coroutine.create(function(a) return a, coroutine.yield(1) end), 5)
coroutine.wrap(function(a, b) return a + b end)(1, 2)
coroutine.running()
getmetatable("").__index == string
rawset({}, 1, 2)[1]
tostring(1e100)
tostring(2^63)
tostring(-2^63)
tostring(1/0)
tostring(123456789.123)
tostring(0.1)
tostring(1e15 + 0.5)
[==[long ]] string]==]
"\65\066\n\t\\\"\'"
'\z'
`
  .split('\n')
  .filter((line) => line !== '');

/** An expression as a script: every result as text, so that the reply loses nothing. */
export function scriptOfExpression(expression: string): string {
  return `local t = {n = 0} local function keep(...) for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end end keep(${expression}) return t`;
}

export interface LuaScript {
  readonly script: string;
  readonly keys?: readonly string[];
  readonly values?: readonly string[];
  /** Commands before it, each as its words. */
  readonly before?: readonly (readonly string[])[];
  /** 3: the client speaks RESP3. */
  readonly protocol?: 2 | 3;
  readonly command?: 'eval' | 'eval_ro';
}

const unlock =
  "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) else return 0 end";
const limiter = [
  "local n = redis.call('incr', KEYS[1])",
  "if n == 1 then redis.call('expire', KEYS[1], ARGV[1]) end",
  'if n > tonumber(ARGV[2]) then return 0 end',
  'return n',
].join('\n');

export const LUA_SCRIPTS: readonly LuaScript[] = [
  { script: 'return 1' },
  { script: 'return "bytes \\0 and \\255"' },
  { script: 'return {1, 2, {3, "x", {}}, "y"}' },
  { script: 'return {1, nil, 3}' },
  { script: 'return {ok = "FINE"}' },
  { script: 'return {err = "MY problem"}' },
  { script: 'return true' },
  { script: 'return false' },
  { script: 'return nil' },
  { script: 'return 3.99' },
  { script: 'return -3.99' },
  { script: 'return 1e19' },
  { script: 'return {true, false}' },
  { script: 'return {a = 1, 5}' },
  { script: 'return KEYS[1] .. ARGV[1] .. #KEYS .. #ARGV', keys: ['k'], values: ['a', 'b'] },
  { script: unlock, keys: ['lock'], values: ['token'], before: [['SET', 'lock', 'token']] },
  { script: unlock, keys: ['lock'], values: ['other'], before: [['SET', 'lock', 'token']] },
  { script: unlock, keys: ['lock'], values: ['token'] },
  { script: limiter, keys: ['rate'], values: ['10', '2'] },
  { script: limiter, keys: ['rate'], values: ['10', '2'], before: [['SET', 'rate', '2']] },
  { script: "redis.call('set', KEYS[1], 'v') return redis.call('get', KEYS[1])", keys: ['k'] },
  { script: "return redis.call('get', 'none')" },
  { script: "return redis.call('mget', 'a', 'b')", before: [['SET', 'a', '1']] },
  { script: "return redis.call('incr', 'k')", before: [['SET', 'k', 'x']] },
  { script: "return redis.pcall('incr', 'k').err", before: [['SET', 'k', 'x']] },
  {
    script: "local ok, e = pcall(redis.call, 'incr', 'k') return {tostring(ok), e}",
    before: [['SET', 'k', 'x']],
  },
  { script: "redis.call('nosuchcommand')" },
  { script: "redis.call('get')" },
  { script: "redis.call('set', 'k', {})" },
  { script: 'redis.call()' },
  { script: "return redis.call('multi')" },
  { script: "return redis.call('blpop', 'empty', 0)" },
  { script: "return redis.call('subscribe', 'x')" },
  { script: "return redis.call('set', 'k', 1)", command: 'eval_ro' },
  { script: "return redis.call('get', 'k')", command: 'eval_ro', before: [['SET', 'k', '5']] },
  { script: "#!lua flags=no-writes\nreturn redis.call('set', 'k', 1)" },
  { script: '#!lua\nreturn 7' },
  { script: '#!lua flags=nonsense\nreturn 7' },
  { script: '#!lua\nreturn 7', command: 'eval_ro' },
  { script: 'x = 1' },
  { script: 'return x' },
  { script: 'local x = 5\nlocal y = nil\nreturn x + y' },
  { script: 'error("plain")' },
  { script: 'error("level two", 2)' },
  { script: 'local function f() error("inside") end\n\nf()' },
  { script: 'return redis.error_reply("SPECIAL case")' },
  { script: 'return redis.status_reply("GOOD")' },
  { script: 'string.format = nil' },
  { script: 'return 1 +' },
  { script: 'local f = type\nf\n(1)' },
  { script: 'local t = {type}\nt[1]\n(1)' },
  { script: 'type(1)\n(type)(2)' },
  { script: 'local x\n(type)(2) return 1' },
  { script: 'local a, b\n(type)(2) return 2' },
  { script: 'local f = function()\n(type)(1) end return 3' },
  { script: 'local x = {}\n;(type)(2) return 4' },
  { script: 'local x = "s"\n(type)(2) return 5' },
  { script: 'local function f(a)\n(type)(a) return 6 end return f(1)' },
  { script: 'return type\n(1)' },
  { script: 'local s = ("x")\n:rep(3) return s' },
  { script: 'for i = 1 do end' },
  { script: 'if true then return 1' },
  { script: 'return "unfinished' },
  { script: 'goto x' },
  {
    script:
      'local t = {} for i = 1, 100 do t[i] = i end local s = 0 for _, v in ipairs(t) do s = s + v end return s',
  },
  { script: 'local t = {} for w in string.gmatch("one two three", "%a+") do t[#t + 1] = w end return t' },
  {
    script:
      'local t = {5, 2, 9, 1} table.sort(t) local u = {unpack(t)} table.sort(u, function(a, b) return a > b end) return {t, u}',
  },
  {
    script:
      'local t = {} for k, v in pairs({a = 1, b = 2, c = 3, d = 4, e = 5}) do t[#t + 1] = k .. v end return t',
  },
  { script: 'local t = {1, 2, 3} table.insert(t, 1, 0) table.insert(t, 9) table.remove(t, 2) return t' },
  {
    script:
      'local Account = {} Account.__index = Account function Account.new(b) return setmetatable({b = b}, Account) end function Account:add(n) self.b = self.b + n return self end return Account.new(5):add(3):add(2).b',
  },
  {
    script:
      'local v = setmetatable({}, {__add = function(a, b) return 42 end, __tostring = function() return "V" end, __call = function(self, x) return x * 2 end, __len = function() return 9 end, __index = function(t, k) return k .. "!" end}) return {v + 1, tostring(v), v(4), #v, v.hello}',
  },
  {
    script:
      'local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end return fib(15)',
  },
  {
    script:
      'local co = coroutine.wrap(function() for i = 1, 3 do coroutine.yield(i) end return "end" end) return {co(), co(), co(), co()}',
  },
  { script: 'local f = function(...) return select("#", ...), ... end return {f(1, nil, 3)}' },
  { script: 'local f = function(...) return arg.n, arg[2] end return {f(1, 2, 3)}' },
  {
    script: "redis.call('rpush', KEYS[1], unpack(ARGV)) return redis.call('lrange', KEYS[1], 0, -1)",
    keys: ['l'],
    values: ['a', 'b', 'c'],
  },
  {
    script:
      "redis.call('hset', KEYS[1], 'f', 1, 'g', 2) local r = redis.call('hgetall', KEYS[1]) return {#r, r[1], r[2]}",
    keys: ['h'],
  },
  {
    script: "redis.call('zadd', 'z', 1.5, 'a', 2, 'b') return redis.call('zrange', 'z', 0, -1, 'withscores')",
  },
  { script: "redis.setresp(3) redis.call('hset', 'h', 'f', 'v') return redis.call('hgetall', 'h').map.f" },
  {
    script:
      "redis.setresp(3) redis.call('sadd', 's', 'm') return tostring(redis.call('smembers', 's').set.m)",
  },
  { script: "redis.setresp(3) redis.call('zadd', 'z', 1.5, 'a') return redis.call('zscore', 'z', 'a')" },
  {
    script:
      "redis.setresp(3) return {tostring(redis.call('get', 'none')), redis.call('zscore', 'none', 'x') == nil}",
  },
  {
    script: "redis.setresp(3) redis.call('hset', 'h', 'f', 'v') return redis.call('hgetall', 'h')",
    protocol: 3,
  },
  { script: 'return {map = {a = 1}}', protocol: 3 },
  { script: 'return {set = {a = true}}', protocol: 3 },
  { script: 'return {double = 3.5}', protocol: 3 },
  { script: 'return {double = 3.5}' },
  { script: 'return {big_number = "12345678901234567890"}', protocol: 3 },
  { script: 'return {verbatim_string = {string = "text", format = "txt"}}', protocol: 3 },
  { script: 'return {map = {a = 1}}' },
  { script: 'return true', protocol: 3 },
  { script: 'redis.setresp(3) return true', protocol: 3 },
  { script: 'return false', protocol: 3 },
  { script: 'return cjson.encode(cjson.decode(\'{"a":[1,2,{"b":null}],"c":"x"}\'))' },
  { script: "return cmsgpack.unpack(cmsgpack.pack({'a', {1, 2}, 3}))" },
  { script: "local n = redis.call('time') return {#n, type(n[1])}" },
  { script: "redis.call('select', 1) redis.call('set', 'k', 'one') return redis.call('get', 'k')" },
  { script: "return redis.call('set', 'k', 'v', 'bogus')" },
  { script: "redis.call('set', 'k', 3.0) redis.call('append', 'k', 1/3) return redis.call('get', 'k')" },
  { script: "redis.call('set', 'k', 1e20) return redis.call('get', 'k')" },
  { script: 'local t = setmetatable({}, {__index = function(t, i) return i end}) return t' },
  { script: 'return redis.log(redis.LOG_DEBUG, "x")' },
  { script: 'return redis.log(1)' },
  { script: 'return redis.log(10, "x")' },
  { script: 'return redis.sha1hex()' },
  { script: 'return redis.setresp(5)' },
  { script: 'return redis.acl_check_cmd("set", "k", "v")' },
  { script: 'return redis.acl_check_cmd("nosuch")' },
  { script: 'return {redis.replicate_commands(), redis.breakpoint()}' },
  { script: 'redis.set_repl(9)' },
  { script: 'return tostring(redis) == nil' },
  { script: 'local s = 0 for i = 10, 1, -3 do s = s * 100 + i end return s' },
  { script: 'local s = "" for i = 0, 1, 0.25 do s = s .. i .. " " end return s' },
  { script: 'local i = 0 repeat local j = i i = i + 1 until j == 5 return i' },
  { script: 'local a, b, c = (function() return 1, 2, 3 end)() return {a, b, c}' },
  { script: 'local a <const> = 1 return a' },
  { script: 'return #ARGV[1]', values: ['\u00e9\u4e2d'] },
  { script: 'math.randomseed(7) return {math.random(100), math.random(100), tostring(math.random())}' },
  { script: 'local t = {} t.x = t return cjson.encode(t)' },
  { script: 'return string.rep("ab", 3) .. ("%d"):format(7)' },
  { script: 'local function f(n) if n == 0 then return "done" end return f(n - 1) end return f(10000)' },
  { script: 'local function f() return 1 + f() end return f()' },
  { script: 'return pcall()' },
  { script: 'return table.concat({1, {}, 3})' },
  { script: "return {redis.call('type', 'nothing'), redis.call('type', 'nothing').ok}" },
  { script: "return redis.call('config', 'get', 'maxmemory')" },
  { script: "return redis.call('debug', 'sleep', 0)" },
];
