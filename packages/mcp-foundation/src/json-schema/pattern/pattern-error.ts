/** The pattern is no regular expression of ECMA-262, or one that cannot be judged in linear time. */
export class PatternError extends Error {}
