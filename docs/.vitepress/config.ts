import { defineConfig } from 'vitepress'
import { fillPage } from '../../scripts/docs/fill-page.ts'
import { listMenu } from '../../scripts/docs/menu.ts'

export default defineConfig({
  title: 'Molar',
  description: 'The appointment portal of a dental clinic: how to install, run and look after it.',
  lang: 'en-US',
  outDir: '../dist/docs',
  cacheDir: '../dist/docs-cache',
  head: [['meta', { name: 'theme-color', content: '#15332c' }]],
  markdown: {
    // Before anything is parsed, so that a page and the search have the same text.
    config: (markdown) => {
      // An example of an address is no link.
      markdown.set({ linkify: false })
      markdown.core.ruler.before('normalize', 'fill', (state) => {
        state.src = fillPage(state.src, state.env.relativePath)
      })
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: { level: [2, 3] },
    nav: [
      { text: 'Install', link: '/install' },
      { text: 'Settings', link: '/settings' },
      { text: 'API', link: '/api' },
    ],
    sidebar: listMenu(),
  },
})
