// Plain JavaScript, loaded before the first TypeScript: where all modules are found compiled, Node never
// loads its own compiler of TypeScript, which stays in memory (19 MB) once it is there.
import module from 'node:module'
import { fileURLToPath } from 'node:url'

// Older Nodes have no such cache, and are refused by node-version.js.
module.enableCompileCache?.(
  fileURLToPath(new URL('../node_modules/.cache/molar-modules', import.meta.url)),
)
