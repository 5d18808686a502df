/** One HTTP request before its body. */
export interface RequestHead {
  readonly method: string
  /** As received: path and query, or a whole URL. */
  readonly url: string
  /** The address at the other end of the connection, where the host knows it. */
  readonly remoteAddress: string | undefined
  /** By its lower-case name. Several lines are joined as the server joins them. */
  header(name: string): string | null
  /** Every line of that name, in order. */
  headerLines(name: string): readonly string[]
}
