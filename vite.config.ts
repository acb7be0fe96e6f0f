import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const sendsForms =
  /contract\/|client\/(i18n\/|identity\/(?!account)|data\/(?!paged|use-paged)|ui\/(?!modal|calendar|table|pager)|forms\/(problems|use-form))/

/**
 * The names of files with hashes of seven characters, the fewest that the bundler takes here: the first script lists
 * some fifty of them, and is 40 bytes shorter than with eight.
 */
const named = 'assets/[name]-[hash:7]'

/**
 * Lets what we do not use of the router be dropped. A component that `forwardRef` makes, and the name that React's
 * tools show for it, stand at the top of a file of the package and so stay in, with all that they use.
 */
const dropUnusedOfRouter = {
  name: 'drop-unused-of-router',
  transform: {
    filter: { id: /node_modules\/react-router\/dist\// },
    handler: (code: string) => ({
      code: code
        .replaceAll(/^\w+\.displayName = ".*";$/gm, '')
        .replaceAll(/(?<=^|= )React\$1\.(?:forwardRef|memo)\(/gm, '/* @__PURE__ */ $&'),
      map: null,
    }),
  },
}

export default defineConfig(({ isSsrBuild }) => ({
  root: 'client',
  plugins: [react(), ...(isSsrBuild ? [] : [dropUnusedOfRouter])],
  define: {
    // What the prerendered footer says; hydration starts from the same year.
    'import.meta.env.BUILD_YEAR': JSON.stringify(new Date().getFullYear()),
  },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    manifest: true,
    // Browsers that know no such link load the same a little later.
    modulePreload: { polyfill: false },
    // Pictures stay out of the scripts.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What is prerendered names the same pictures.
        assetFileNames: `${named}[extname]`,
        ...(!isSsrBuild && {
          entryFileNames: `${named}.js`,
          chunkFileNames: `${named}.js`,
          codeSplitting: {
            groups: [
              // What every page needs and what changes least: cached across our own releases.
              {
                name: 'framework',
                test: /node_modules\/(react|react-dom|scheduler|react-router)\//,
              },
              // All of our own that the home page's first view needs: one chunk is smaller than several.
              { name: 'frame', test: /client\/(index\.html|main|site\/home)/ },
              // What is fetched when the first view is there.
              {
                name: 'later',
                test: /client\/(app\/(not-loaded|moving-text|preload-links)|identity\/(guard|proof\/ask))/,
              },
              // Addresses of pictures: a few bytes each, not a request each.
              { name: 'pictures', test: /\.svg$/ },
              // What sends a form, and what pages of signed-in people share besides: two requests in
              // place of some forty. A page that only signs in needs the first alone.
              { name: 'forms', test: sendsForms, minShareCount: 2 },
              { name: 'parts', minShareCount: 4 },
            ],
          },
        }),
      },
    },
  },
}))
