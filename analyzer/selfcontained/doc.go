// Package selfcontained defines an analyzer that looks for messages that send the model elsewhere.
//
// # Analyzer selfcontained
//
// selfcontained: report messages that point somewhere the model cannot look
//
// The model has the message and nothing else: it reads no logs or manuals, and
// a code has no meaning that it could look up.
//
// The rule reports messages of failed calls that point at logs, documentation or
// a description, and those that are a bare code.
//
// Wrong:
//
//	return nil, fault("Saving failed, see the server log.")
//
// Right:
//
//	return nil, fault("The page could not be saved. Retry later, and tell the user if it keeps failing.")
//
// Left alone are messages that name the tool to look with.
package selfcontained
