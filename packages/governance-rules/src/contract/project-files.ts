/** The files of a project at one moment: a working tree, an index, a commit. Paths from its root, with `/`. */
export interface ProjectFiles {
  /** The text of a file, or null where there is none. */
  read(path: string): string | null
  /** All paths that start so, in order of their UTF-16 units. */
  list(prefix: string): readonly string[]
}
