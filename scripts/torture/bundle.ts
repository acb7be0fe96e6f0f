import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

const root = join(import.meta.dirname, '../..')
const outDir = join(root, 'dist/torture')

/** The program that torture starts. */
export const program = join(outDir, 'main.js')

/** Files that the program starts or reads beside itself are where its sources are. */
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
 * Puts the program and its packages into one file, as they are. Most of a start is the search for two
 * thousand files and takes three times as long as all else; nothing that is tortured is there.
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
