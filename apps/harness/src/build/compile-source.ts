import ts from 'typescript'

/** What Node reads, without types: each file for itself, nothing is checked. */
export function compileSource(text: string, file: string): string {
  return ts.transpileModule(text, {
    fileName: file,
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      isolatedModules: true,
      rewriteRelativeImportExtensions: true
    }
  }).outputText
}

/** The specifiers that a module of JavaScript names, in `import`, `export … from`, `import()` and `require()`. */
export function importsOf(text: string): readonly string[] {
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName)
}
