/** One file of an artifact: a copy of another file, or a text. */
export interface ArtifactFile {
  /** In the artifact, with `/`. */
  readonly path: string
  readonly content: { readonly copyOf: string } | { readonly text: string }
}
