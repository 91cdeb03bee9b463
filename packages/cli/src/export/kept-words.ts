/**
 * The public vocabulary: what the detectors look for in names of tools and arguments, in commands and in failures, and
 * nothing about whom it happened to. All other words leave as made-up ones. docs/guides/scan.md speaks of it.
 */
export const KEPT_WORDS: ReadonlySet<string> = new Set(
  `
absolute access add again allowed api appear append apply apt assign at attempt attempts auth authentication
backoff bad bash be big bisect blocked book busy callid cannot cargo cat charge checkout chmod chown chunkid
ci clause cmd code col column command commands comment commit configure connect connection connectionerror
content contents correlation correlationid could cp create cycling data date datetime day days dd deadline
decision declined deed delay delayms denied deploy description detected detection dev did directory disable
disallowed disk do documents does duration eacces econnrefused econnreset edit elapsed email empty enable
enotfound entries env eperm error establish etimedout eventid exceeded exception exec executionid exhausted
exist expired explanation failed failure false fatal fetch file filename filepath files find findings flip
flop forbidden found full gateway get getaddrinfo git go goal hang hard head hits hour hours hr hrs id
idempotency idempotencykey idle illegal improperly insert install invalid invite invocationid is items
justification key latency later left limit line lines ln load locked login loop mail malformed many match
matches may memo memory merge messageid millis milliseconds min mins minute minutes missing mkdir ms msgid
must mv name named network new newtext no nohup nonce none not note notebook notes nothing notify npm ns null
observe of ok old oldtext oneline open or order other out outcome output overloaded pair parse parts password
patch path pattern pause pay perl permission permitted pgid pi pid pin pip plan pnpm poll pollinterval pop
post ppid progress publish pull purpose put query quota rate ratelimit rationale read reason reasoning rebase
records recovery ref refused register registered rejected repeating replace replacement reply req reqid
request requestid requests required reset resolution resolve responseid restore result results retries retry
return returned revert reviewid rm rmdir rows rsync runid save schedule schema scratchpad script search sec
second seconds secs sed seed send session sessionid set shell show shown sleep socket soft space span spanid
stash state status str string submit success such sudo switch syntaxerror tail tar target targetfile task
taskprogress tee text then think thinking thought thread tid time timed timeout timestamp to todo todos toggle
token too took tool toolcallid touch trace traceback traceid transactionid truncate try ts tweet typeerror tz
unable unauthenticated unauthorized unavailable undefined undo unexpected unknown unreachable unrecognized
unzip up update upload uptime url us usage valid validation value values view wait waitms waitseconds write
xargs yarn yieldtimems you
`
    .trim()
    .split(/\s+/),
);
