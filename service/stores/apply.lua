-- Make one change to a session: all of it or nothing, so everything is checked before the first write.
--
-- KEYS  the session (hash: version, document, and tag: the version that it is of and, after a space, the tag), its log
--       (stream, the id is the version), its receipts (hash), its archive (string)
-- ARGV  expected version, its tag (empty: any), the new version's tag, document, entry, life in seconds, how to publish
--       (PUBLISH, or SPUBLISH in a cluster), channel, the archive and its life in seconds (0: for ever; -1: there is no
--       archive), whether replicas are waited for (1 or 0); with an idempotency key, also the key and the fingerprint
-- Answers {"committed", seconds, microseconds, version}, {"repeated", seconds, microseconds, receipt}, or {"conflict",
-- seconds, microseconds}, with version and document after them if there is such a session. An id whose archive is kept
-- cannot be used for a new session.
local session, log, receipts, archive = unpack(KEYS)
local expected, expected_tag, tag, document, entry, life, publish, channel, archived, archive_life, waits, key, fingerprint =
  unpack(ARGV)

local kinds = {[session] = 'hash', [log] = 'stream', [receipts] = 'hash', [archive] = 'string'}
for name, kind in pairs(kinds) do
  local found = redis.call('TYPE', name).ok
  if found ~= 'none' and found ~= kind then
    return redis.error_reply('FOREIGN the key ' .. name .. ' holds a ' .. found .. ' of another program')
  end
end

local stored, held = unpack(redis.call('HMGET', session, 'version', 'tag'))
stored = stored or '0'
if stored == '0' and redis.call('EXISTS', session) == 1 then
  return redis.error_reply('FOREIGN the key ' .. session .. ' holds a hash of another program')
end

local time = redis.call('TIME')

-- The key comes before the version: whoever repeats a request that was carried out has an old version by now.
if key and stored ~= '0' then
  local receipt = redis.call('HGET', receipts, key)
  -- Written once more, so that WAIT waits for it: the first try may not have got as far as the replicas.
  if receipt and waits == '1' then redis.call('HSET', receipts, key, receipt) end
  if receipt then return {'repeated', time[1], time[2], receipt} end
end

-- Releases that knew no tags leave that of an earlier version where it is: it says nothing of this one.
local stored_tag = held and held:match('^' .. stored .. ' (.+)$')
local is_other = stored ~= expected or (stored_tag and expected_tag ~= '' and stored_tag ~= expected_tag)
if is_other or (expected == '0' and redis.call('EXISTS', archive) == 1) then
  if stored == '0' then return {'conflict', time[1], time[2]} end
  return {'conflict', time[1], time[2], stored, redis.call('HGET', session, 'document')}
end

-- The three keys of an expired session need not go in the same millisecond.
if expected == '0' then redis.call('DEL', log, receipts) end

-- XADD first: of the writes it alone can still fail, for memory or for a log that is ahead of its session.
local version = string.format('%d', expected + 1)
redis.call('XADD', log, version .. '-0', 'body', entry)
redis.call('HSET', session, 'version', version, 'tag', version .. ' ' .. tag, 'document', document)
if key then redis.call('HSET', receipts, key, version .. ' ' .. fingerprint) end
if archive_life ~= '-1' then redis.call('SET', archive, archived) end
if tonumber(archive_life) > 0 then redis.call('EXPIRE', archive, archive_life) end
redis.call('EXPIRE', session, life)
redis.call('EXPIRE', log, life)
redis.call('EXPIRE', receipts, life)
redis.call(publish, channel, version)
return {'committed', time[1], time[2], version}
