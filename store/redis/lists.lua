-- Put a member into a list, or read a page of it. Both remove expired members, so these never pile up.
--
-- KEYS  the list: a sorted set that has each member twice, "m" and its name scored by its time (0 or more), and
--       "x" and its name scored by the negative of the millisecond at which it expires
-- ARGV  "enlist", member, time, life in seconds; or "listed", a time, and how many members of earlier times to answer
-- Answers to "listed": {members of that time, members of earlier times}, newest first, each followed by its time.
local list, verb = KEYS[1], ARGV[1]

local found = redis.call('TYPE', list).ok
if found ~= 'none' and found ~= 'zset' then
  return redis.error_reply('FOREIGN the key ' .. list .. ' holds a ' .. found .. ' of another program')
end

-- Since Redis 5 a script may write after it has asked for the time.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function remove_expired()
  for _, expired in ipairs(redis.call('ZRANGEBYSCORE', list, string.format('%d', -now), '(0')) do
    redis.call('ZREM', list, expired, 'm' .. expired:sub(2))
  end
end

if verb == 'listed' then
  local at, limit = ARGV[2], ARGV[3]
  remove_expired()
  return {
    redis.call('ZREVRANGEBYSCORE', list, at, at, 'WITHSCORES'),
    redis.call('ZREVRANGEBYSCORE', list, '(' .. at, '0', 'WITHSCORES', 'LIMIT', '0', limit),
  }
end

local member, at, life = ARGV[2], ARGV[3], ARGV[4] * 1000
-- This comes first, since a server without memory rejects only the first write of a script: after a ZREM it would pass.
-- If a later command fails, the member stays listed, which does no harm: readers drop members that do not exist.
redis.call('ZADD', list, at, 'm' .. member, string.format('%d', -now - life), 'x' .. member)
remove_expired()
-- The list expires with its last member, even without further calls.
if redis.call('PTTL', list) < life then redis.call('PEXPIRE', list, string.format('%d', life)) end
