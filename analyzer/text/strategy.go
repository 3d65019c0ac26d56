package text

import "regexp"

func re(s string) *regexp.Regexp { return regexp.MustCompile(`(?is)` + s) }

var (
	notAgain = re(`\b(do not|don't|never|not) (retry|try|repeat|call)\b|\bno (point in )?retry|\bretrying (will|does|would)( not|n't)|same call (again )?(will|would|fails?)|will fail (again|the same)|fails? again|will keep failing|not be retried`)
	retry    = re(`\b(retry|retrying|try|call|repeat|run|send|ask|come back|attempt)\b[^.!?]{0,60}\b(again|later|shortly|soon|after|in (a|an|about|\x00|\d+)|once|when)\b|\btry again\b|\bretry(ing)?\b|\bagain (later|in a|after)|\bwait\b[^.!?]{0,60}\b(before|and|then|for|until|\x00)|\b(please )?wait (a|\d)`)
	tellUser = re(`\b(tell|inform|ask|notify|report (this|it)?\s*to|let|advise|alert|contact|escalate (this |it )?to|hand (this |it )?(over )?to|warn|refer)\b[^.!?]{0,40}\b(users?|operators?|administrators?|admins?|people|person|customers?|humans?|maintainers?|owners?|support)\b|\bthe (user|operator|administrator|admin)s? (must|should|has to|have to|needs? to|can)\b`)
	steady   = re(`\b(nothing (about|in) (the|your) (request|call|arguments?)|request (itself )?was (fine|valid|correct)|do not change|no change|unchanged|not (the|your) (request|call|arguments?)('s)?( fault)?)`)
)

var (
	changed = re(`\b(changed|modified|moved on|updated|edited|replaced|deleted|removed|closed|expired|outdated|superseded|stale|out of date|no longer|not current|out of sync|already (been )?(used|taken|closed|merged|cancelled|canceled|completed|processed|released))\b` +
		`|\b(version|etag|revision|cursor|sha|hash|token|handle|lock)s? [^.!?]{0,60}\b(mismatch|does not match|do not match|doesn't match|differs?|conflicts?|is not|isn't|gone)\b|\b(version|etag|revision|sha|hash) (mismatch|conflict)\b|\bbut (it|the \S+) is (now )?\x00`)
	readAgain = re(`\b(re-?read|re-?fetch|re-?load|re-?list|refresh|rebase|pull)\b|\b(read|fetch|get|load|list|look|query|search|open|start|request|obtain|use|pass|send|take|call)\b[^.!?]{0,80}\b(again|anew|over|current|latest|fresh|new|newest|from the (start|beginning|first page)|first page)\b|\b(current|latest|new) (\S+ )?(version|etag|revision|sha|value|cursor|token|state)\b`)
)

// Changed reports whether a text says that something has changed, so that what
// the call was about is no more.
func Changed(s string) bool { return changed.MatchString(s) }

// ReadAgain reports whether a text says where a fresh value comes from, in
// whatever words.
func ReadAgain(s string) bool { return readAgain.MatchString(s) }

// SameCallFails reports whether a text says that the same call fails again.
func SameCallFails(s string) bool { return notAgain.MatchString(s) }

// RetryLater reports whether a text says to make the call again later.
func RetryLater(s string) bool {
	return retry.MatchString(notAgain.ReplaceAllString(s, ""))
}

// TellUser reports whether a text says to tell the user, or whoever can help.
func TellUser(s string) bool { return tellUser.MatchString(s) }

var (
	blame = re(`\b(check|verify|correct|fix|change|adjust|review)( that| if| whether)?( all)?( of)? (the|your|its)? ?(request|arguments?|parameters?|input|query|spelling|call)\b|\b(invalid|bad|malformed|wrong|incorrect) (request|arguments?|parameters?|input|call)\b`)
	cause = re(`\b(check|make sure|ensure|verify|confirm)\b( that| if| whether)?[^.!?]{0,60}\b(is|are|be) (running|up|reachable|online|started|installed|set|configured|available|accessible|enabled)\b` +
		`|\b(start|restart|install|reinstall|reboot) (the|your) [a-z ]*\b(server|service|daemon|container|database|backend|process|store)\b` +
		`|\bconnection (refused|reset|pool)|\bout of (memory|disk)|\bdisk (is )?full\b|\bno space left\b|\bnil pointer\b|\bdeadlock|\bpermission denied\b|\bdns\b|\btls handshake|\bfirewall\b|\bcredentials? (are|is|have|has) |\b(api key|token) (is|has|was) (not|missing|expired|invalid|revoked|wrong)|\b(database|db|redis|postgres(ql)?|mysql|mongo(db)?|kafka|elasticsearch|s3|kubernetes api) (is |was |connection |query |server )?(down|failed|unreachable|unavailable|timed out|error|refused)`)
)

// BlamesRequest reports whether a text says to change the request.
func BlamesRequest(s string) bool { return blame.MatchString(steady.ReplaceAllString(s, "")) }

// NamesCause is the part of a text that tells why the server failed, or what an
// operator should do about it, or "".
func NamesCause(s string) string {
	if a := address.FindString(s); a != "" {
		return a
	}
	return cause.FindString(s)
}

var (
	elsewhere = re(`\b(see|refer to|consult|check|read|look at|review|consult with|examine|inspect|look in|find (the )?details in)\b (the |your |our |its |this tool's |tool's )?([a-z-]+ ){0,3}(logs?|log files?|documentation|docs|readme|manual|user guide|tool description|description of (the|this) tool|description|stderr|console output|server output|schema documentation)\b` +
		`|\bas (documented|described (in|above|by|elsewhere)|specified in the (documentation|docs|description))\b|\b(according to|per) the (documentation|docs|manual|description)\b` +
		`|\b(more|further) (details|information|info) (is|are|can be found|available)? ?(in|at) (the )?[a-z ]*(logs?|documentation|docs)\b` +
		`|\b(see|refer to) (section|chapter|page|rfc) ?[\d.]+`)
	// A status of HTTP says what it means by itself.
	status   = re(`\b[1-5][0-9]{2}\W*$`)
	bareCode = re(`^\W*(error|err|code|error code|failed|failure|failed with code|client error|server error|http|status|http error|status code|exception)?( code)?\W*(E|ERR|0x|HTTP)?[-_ ]?[0-9]{2,6}\W*$|^\W*[A-Z]{1,5}[-_]?[0-9]{3,6}\W*$|^\W*(error code|code)\W+[A-Z0-9_-]{2,20}\W*$`)
)

// Elsewhere is the part of a text that sends its reader somewhere else, such as
// "see the logs", or "".
func Elsewhere(s string) string { return elsewhere.FindString(s) }

// BareCode reports whether a text is nothing but a code to look up.
func BareCode(s string) bool { return bareCode.MatchString(s) && !status.MatchString(s) }

var (
	step = re(`(^|[.;:,!?()\n—–-]\s*|\b(please|then|or|and|to|instead|first|you (can|must|should|may|need to)|must|should|can)\s+)(call|use|try|run|pass|give|provide|specify|set|send|supply|choose|pick|select|find|get|fetch|read|re-?read|list|look (it )?up|search|create|open|add|remove|omit|drop|leave|shorten|split|reduce|lower|raise|increase|narrow|wait|ask|start|close|convert|encode|request|enable|check|verify|ensure|make sure|rename|delete|repeat|retry|include|limit|replace|refresh|reload|obtain|enter|fill|switch|confirm|update|connect|load|log in|sign in|authenticate|double-check|make|write|keep|quote|escape|trim|correct|change)\b` +
		`|\b(must|should|has to|have to|needs? to) (be|have|begin|start|end|contain|match|use|not|equal|lie|come|point|name)\b|\b(expected|expects|want|wants|allowed|valid (values|options|choices|types|formats|names|ranges?)?|available|supported|known|possible|existing|accepted|permitted|one of|at (most|least)|between|no more than|did you mean|only|greater|less|larger|smaller|within|maximum|minimum|exceeds?|non-negative|non-zero|positive|required|requires?|needs?|instead|format:|usage:|example|e\.g\.)` +
		`|\b(cannot|can't|can not|may not|must not|mustn't|should not) (be|have|contain|start|begin|end|use|include)\b|\b(is|are) (too (long|short|large|small|big|many|few|old|new|early|late)|out of range|read-only)\b|\btoo many\b`)
	missing = re(`\b(is |are |was |were )?(required|missing|empty|blank|absent|not (given|set|provided|specified|supplied))\b|\bmust (be|not be) (given|set|provided|specified|supplied|empty|blank)\b|\bno (\S+ ){1,4}(given|provided|specified|supplied|selected)\b|\b(either|exactly one|at least one|both)\b|\bcannot be (empty|blank)\b`)
)

// NextStep reports whether a text says what to do, or what is accepted.
func NextStep(s string) bool { return step.MatchString(s) }

// Missing reports whether a text says that something was left out.
func Missing(s string) bool { return missing.MatchString(s) }
