-- Make one change to a document: all of it or nothing.
--
-- KEYS  the document (hash: version, history_hash, document), its log (stream, the id is the version), its receipts
--       (hash), its archive (string)
-- ARGV  expected version and its history hash (0 and empty: there is no document), the new version's history hash,
--       document, entry, life in seconds, how to publish (PUBLISH, or SPUBLISH in a cluster), channel, the archive and
--       its life in seconds (0: for ever; -1: there is no archive), whether WAIT follows (1 or 0); with an idempotency
--       key, also the key and the request hash
-- Answers {"committed", seconds, microseconds, version}, {"repeated", seconds, microseconds, receipt}, or {"conflict",
-- seconds, microseconds}, followed by version and document if the document exists. An id cannot be used for a new
-- document while its archive is kept.
local document_key, log, receipts, archive = unpack(KEYS)
local expected, expected_hash, history_hash, document, entry, life = unpack(ARGV, 1, 6)
local publish, channel, archived, archive_life, waits, key, request_hash = unpack(ARGV, 7)

-- Returns an error that names a key if another program has written it.
local function find_foreign()
  local kinds = {[document_key] = 'hash', [log] = 'stream', [receipts] = 'hash', [archive] = 'string'}
  for name, kind in pairs(kinds) do
    local found = redis.call('TYPE', name).ok
    if found ~= 'none' and found ~= kind then
      return redis.error_reply('FOREIGN the key ' .. name .. ' holds a ' .. found .. ' of another program')
    end
  end
  if redis.call('EXISTS', document_key) == 1 and not redis.call('HGET', document_key, 'version') then
    return redis.error_reply('FOREIGN the key ' .. document_key .. ' holds a hash of another program')
  end
end

-- Reading a key shows that it is ours, and costs less than asking for its type. The archive is written unread.
local held, receipt = redis.pcall('HMGET', document_key, 'version', 'history_hash'), redis.pcall('HGET', receipts, key or '')
if held.err then return find_foreign() or held end
if type(receipt) == 'table' then return find_foreign() or receipt end
if not held[1] or archive_life ~= '-1' then
  local foreign = find_foreign()
  if foreign then return foreign end
end

local stored, stored_hash = held[1] or '0', held[2] or ''
local time = redis.call('TIME')

-- The key comes before the version: the retry of a committed request names an old version.
if key and receipt and stored ~= '0' then
  -- WAIT waits for the last write of its connection, and the first try may not have reached the replicas. Setting an
  -- expiry is a write that needs no memory.
  if waits == '1' then redis.call('EXPIRE', receipts, life) end
  return {'repeated', time[1], time[2], receipt}
end

local is_other = stored ~= expected or stored_hash ~= expected_hash
if is_other or (expected == '0' and redis.call('EXISTS', archive) == 1) then
  if stored == '0' then return {'conflict', time[1], time[2]} end
  return {'conflict', time[1], time[2], stored, redis.call('HGET', document_key, 'document')}
end

local version = string.format('%d', expected + 1)
local function refusal_of(...)
  local answer = redis.pcall(...)
  return type(answer) == 'table' and answer.err and answer
end

-- A server without memory rejects only the first write of a script, and only a command that may need memory: after a DEL
-- every command would pass. The document is written later, so that this write can be undone without it.
local refused = refusal_of('HSET', document_key, 'version', version, 'history_hash', history_hash)
if refused then return refused end

-- A command that the user may not call, or that the server does not know, fails in the middle of a script, and the writes
-- before it stay. So each kind of write is tried before the entry, in a form that can be undone or has no effect. The
-- entry cannot be undone, and comes last: a log that is ahead of its document rejects it. All later writes are of kinds
-- that have passed. A wake-up for a version that does not exist makes listeners look in vain.
local function try_archive()
  return refusal_of('SET', archive, '', redis.call('EXISTS', archive) == 1 and 'NX' or 'XX')
end
refused = refusal_of('EXPIRE', document_key, life)
  -- The three keys of a document may expire in different milliseconds.
  or expected == '0' and refusal_of('DEL', log, receipts)
  or archive_life ~= '-1' and try_archive()
  or refusal_of(publish, channel, version)
  or refusal_of('XADD', log, version .. '-0', 'body', entry)
if refused then
  redis.call('HSET', document_key, 'version', stored, 'history_hash', stored_hash)
  if expected == '0' then
    -- One of these commands may be the one that failed; if both fail, version 0 stands for no document.
    redis.pcall('DEL', document_key)
    redis.pcall('EXPIRE', document_key, 0)
  else
    redis.pcall('PEXPIRE', document_key, redis.call('PTTL', log))
  end
  return find_foreign() or refused
end

redis.call('HSET', document_key, 'document', document)
if key then redis.call('HSET', receipts, key, version .. ' ' .. request_hash) end
if archive_life ~= '-1' then redis.call('SET', archive, archived) end
if tonumber(archive_life) > 0 then redis.call('EXPIRE', archive, archive_life) end
redis.call('EXPIRE', log, life)
redis.call('EXPIRE', receipts, life)
return {'committed', time[1], time[2], version}
