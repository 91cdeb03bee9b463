/**
 * Words that say what kind of thing happened, and nothing about whom it happened to: what detectors look for in names,
 * commands and failures. All others leave as made-up ones.
 */
export const KEPT_WORDS: ReadonlySet<string> = new Set(
  `
password encrypted given about above absolute access active add after again agent alert alike all allowed alone already alternation among
an and anew answer any anywhere api app appear append apply approach approaches apt are args arguments as aside
asked assign assistant async at attempt attempts auth authentication average averaged await back backoff bad
bash be before being belong below between big bigint bisect blanks block blocked blocks book boolean break
breaks bringing brings brought building busy but call called callid calls came can cannot cargo cat caution
cautions cd change changed changes changing character characters charge checkout chmod chown chunkid ci class
clause client clock closed cmd code col column com comes coming command commands comment commit common
compaction completed confidence configure conflict connect connection connectionerror const content contents
convergence copies correlation correlationid could count counter counts cp create credit css csv cursor cycle
cycles cycling data date datetime day days dd deadline decision declined deed deep def default delay delayms
delta denied deploy depth detected detection dev did different directory disable disallowed disk distinct do
documents does done drawing drift duration eacces each earlier early earns echo econnrefused econnreset edit
edited edits elapsed else email empty enable ending enotfound entries entropy env eperm equal error errors
escalation establish etimedout event eventid events ever exact exactly exceed exceeded exception exec
executionid exhausted exist exit expired export fading fail failed failing fails failure failures false far
fatal fetch few field file filename filepath files fill filled find finding findings fingerprint first fix
fixing flag flip flop for forbidden form forth found four frame fro from full function gateway generation get
getaddrinfo getting git glob go goal goes grep grow growing guard halted hang hard hardly harness has hash head
high history hits hour hours how hr hrs html http https id identical identity ideographs idle if import
improperly in inactive index insert install instead integer intent interventions into invalid invite
invocationid is isblock iso isshort it items its itself java join js json jsx keep keeps kept key keys kin kind
kinds known knows label lap laps large last lasting latency later least leastof leastrotation left length less
let letter lib like likeness likenesses limit limits line lines list little ln load locked log login longer
longest look looked looks loop loopbelow low ls made mail main make makes malformed many map mark marks match
matches math matrix max maxphrase may md memo memory merge message messageid messages met meta millis
milliseconds min minphrase mins minute minutes missing mkdir mode mole more most mould move moving ms msgid much
must mv name named near nearly network never new newest newtext next no nohup nonce none noop normal not note
notebook notes nothing notify novelty nowhere npm ns nudge null number numbers object observe occurred
occurrences of offset ok old oldtext on once one oneline ones only open option options or order org oscillates
oscillation other out outcome outcomes outcry output over overloaded own owner packed page pair pairs parameter
paraphrase parse part parts passed patch path pattern pause pay pending percept period perl permission permitted
pgid phrase pi pid pieces pin ping pip plan pnpm points poll pollinterval polls pong pop post ppid print
progress prompt property prose publish pull put pwd py query queued quota raise range rate ratelimit ratio reach
read readonly reads ready reason reasoning rebase recent recital record records recovery ref refused register
registered regression rejected related relative remembered repeat repeated repeating repeats repetition replace
replacement reply reported req reqid request requestid requests required reset resolution resolve responseid
restart restore result results retries retry return returned returning returns revert reviewid reword reworded
rewordings rewords rewrite rewriting rm rmdir role round rounds row rows rs rsync run runid running said same
saturation save say says schedule schema score scratchpad script search sec second seconds secs sed seen send
sentence sentences seq seqs sequence sequences server session sessionid set setting several sh shape share
shared shell short shorter shortest show shown sign silent similar similarity since sketches skipped sleep slice
snapshots so socket soft something space span spanid spec spread src stagnates stagnation stagnationblock
stagnationwarn stale staleness stash state states status stays step steps str streak stream string structural
structure stuck stuckblock stuckwarn submit succeeds success successful such sudo sum surrogate switch symbol
syntaxerror system tab tables tail take tar target task tee tell test tests text textof textprint that the them
then these they think thinking this thought thread threes tid tidypath time timed timeout times timestamp to
todo todos toggle tojson token too took tool toolcallid tostring touch trace traceback traceid trait
transactionid trend trendless tried tries true truncate try ts tsx turn turns tweet twice two txt type typeerror
tz unable unauthenticated unauthorized unavailable unchanged undefined undo undone unexpected unit unknown
unlike unreachable unreadable unrecognized unzip up update upload uptime url us usage use user valid validation
value values var varied verbatim view wait waited waiting waitms waits waitseconds wanted warn warning
warningupto was way weight went were whack what whatever when where whether which while whole window with within
without word words work worked world write writeitems writekeys writes writetext written www xargs yaml yarn yes
yet yieldtimems you
`
    .trim()
    .split(/\s+/),
);
