// The rules are data: tooling/architecture.
const { RULES } = require('./tooling/architecture/rules.ts')

module.exports = {
  forbidden: RULES,
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    doNotFollow: { path: 'node_modules' },
    // Our own dist only: a bare `dist/` would also drop every third-party package that lives in such a folder.
    // tooling/*/project is copied out of the workspace and meets the packages as somebody outside installs them.
    exclude: { path: '^(packages|apps)/[^/]+/dist/|^tooling/[^/]+/project/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@b10x/source', 'import', 'types', 'node', 'default'],
      extensions: ['.ts', '.js', '.mjs', '.json']
    }
  }
}
