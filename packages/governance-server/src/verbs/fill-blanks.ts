/** A template with what is known in place of its blanks; the others stay, for a person. */
export function fillBlanks(template: string, known: ReadonlyMap<string, string>): string {
  return template.replace(/\[\[([A-Z0-9_]+)\]\]/g, (blank, name: string) => known.get(name) ?? blank)
}
