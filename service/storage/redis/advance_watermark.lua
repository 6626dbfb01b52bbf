-- Raise a high-water mark, unless it stands higher, or as high with another token.
--
-- KEYS  the mark (hash: height, token)
-- ARGV  height, token, life in seconds
-- Answers 1 if the mark stands at that height with that token now, else 0.
local mark = KEYS[1]
local height, token, life = unpack(ARGV)

local found = redis.call('TYPE', mark).ok
local held = found == 'hash' and redis.call('HMGET', mark, 'height', 'token') or {}
if found ~= 'none' and not tonumber(held[1] or '') then
  return redis.error_reply('FOREIGN the key ' .. mark .. ' holds a ' .. found .. ' of another program')
end

if held[1] and tonumber(height) < tonumber(held[1]) then return 0 end
if height == held[1] and token ~= held[2] then return 0 end
-- A retry writes no more than its expiry, which needs no memory.
if height ~= held[1] then redis.call('HSET', mark, 'height', height, 'token', token) end
redis.call('EXPIRE', mark, life)
return 1
