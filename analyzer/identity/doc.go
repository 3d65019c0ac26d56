// Package identity defines an analyzer that looks for arguments in which the
// model says who it acts for.
//
// # Analyzer identity
//
// identity: report arguments that say who the caller is or what it may do
//
// What a tool is called with was written by a model, which repeats what it read:
// a user's claim, a web page, a file. Who the caller is comes from the
// connection. An argument that says so makes every caller whoever the text
// says.
//
// The rule reports, where nothing in the handler's reach reads the authenticated
// principal and decides by it:
//
//   - an argument that grants a privilege or names the acting party: is_admin,
//     acting_user, on_behalf_of, caller_role;
//   - an argument that names a person or tenant and is compared with the owner
//     of what was read, which is an authorisation by the model's word.
//
// Wrong:
//
//	mcp.WithBoolean("is_admin")
//
// Right:
//
//	p, err := auth.Principal(ctx)
//	if err != nil || !p.Admin { … }
//
// Left alone are arguments that name the object of a request, such as the user
// whose profile is wanted, and handlers that check the principal themselves.
// With options for arguments the rule reports the declaration and the places
// that read the argument by its name, since both have to go.
package identity
