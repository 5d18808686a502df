// Everything named here is public API: a change of a line is a change for users.
export {}
