-- Raise a watermark, unless it is higher, or equally high with another token.
--
-- KEYS  the watermark (hash: height, token)
-- ARGV  height, token, life in seconds
-- Answers 1 if the watermark is now at that height with that token, else 0.
local watermark = KEYS[1]
local height, token, life = unpack(ARGV)

local found = redis.call('TYPE', watermark).ok
local held = found == 'hash' and redis.call('HMGET', watermark, 'height', 'token') or {}
if found ~= 'none' and not tonumber(held[1] or '') then
  return redis.error_reply('FOREIGN the key ' .. watermark .. ' holds a ' .. found .. ' of another program')
end

if held[1] and tonumber(height) < tonumber(held[1]) then return 0 end
if height == held[1] and token ~= held[2] then return 0 end
-- A retry writes no more than its expiry, which needs no memory.
if height ~= held[1] then redis.call('HSET', watermark, 'height', height, 'token', token) end
local expiry = redis.pcall('EXPIRE', watermark, life)
if type(expiry) == 'table' and expiry.err then
  -- The user may not call it: undo the change.
  if held[1] then redis.call('HSET', watermark, 'height', held[1], 'token', held[2]) else redis.call('DEL', watermark) end
  return expiry
end
return 1
