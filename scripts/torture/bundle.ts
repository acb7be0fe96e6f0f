import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

const root = join(import.meta.dirname, '../..')
const outDir = join(root, 'dist/torture')

/** The bundled program that the torture runs start. */
export const program = join(outDir, 'main.js')

/** Files that the program starts or reads are next to its sources. */
const ownPlaces: Plugin = {
  name: 'own-places',
  enforce: 'pre',
  transform(code, id) {
    if (id.includes('node_modules') || !code.includes('import.meta.')) return null
    return code
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
  },
}

/**
 * Bundles the program and its packages into one file, unchanged. Most of a start is finding two thousand files,
 * three times as long as all else, and is not what is tested.
 */
export async function bundleProgram(): Promise<void> {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [ownPlaces],
    ssr: { noExternal: true, external: ['sharp', 'pg-native'] },
    build: {
      ...{ ssr: join(root, 'server/main.ts'), target: 'node24', minify: false },
      ...{ outDir, emptyOutDir: true, rolldownOptions: { output: { entryFileNames: 'main.js' } } },
    },
  })
}
