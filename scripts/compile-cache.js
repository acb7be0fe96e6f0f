// Plain JavaScript, loaded before the first TypeScript: if all modules are in the compile cache, Node never
// loads its TypeScript compiler, which would take 19 MB of memory.
import module from 'node:module'
import { fileURLToPath } from 'node:url'

// Older Nodes have no such cache, and are refused by node-version.js.
module.enableCompileCache?.(
  fileURLToPath(new URL('../node_modules/.cache/molar-modules', import.meta.url)),
)
