import type { Context, Hono } from 'hono'
import { readClinicName } from '../clinic/read-clinic.ts'
import type { Deps } from '../deps.ts'
import { sendContent, textContent } from './send-content.ts'

const dayMs = 86_400_000
/** How long security.txt is valid, in days (RFC 9116 wants less than a year). */
const validDays = 180

/** Files that machines read besides the pages: for search engines, home screens, security researchers. */
export function siteFileRoutes(
  app: Hono,
  { config, clock, database, limits }: Pick<Deps, 'config' | 'clock' | 'database' | 'limits'>,
  publicPaths: readonly string[],
): void {
  const { publicUrl, securityContact } = config
  const { countFile } = limits
  const send = (http: Context, type: string, text: string) =>
    sendContent(http, textContent(text), { 'content-type': type, 'cache-control': 'no-cache' })

  const robots = `User-agent: *\nDisallow: /dashboard\nDisallow: /api/\n\nSitemap: ${publicUrl}/sitemap.xml\n`
  app.get('/robots.txt', countFile, (http) => send(http, 'text/plain; charset=utf-8', robots))

  const sitemap = writeSitemap(publicPaths.map((path) => publicUrl + path))
  app.get('/sitemap.xml', countFile, (http) =>
    send(http, 'application/xml; charset=utf-8', sitemap),
  )

  app.get('/manifest.webmanifest', countFile, async (http) => {
    const manifest = writeManifest(await readClinicName(database.query))
    return send(http, 'application/manifest+json', manifest)
  })

  if (!securityContact) return
  app.get('/.well-known/security.txt', countFile, (http) => {
    const expires = new Date(Math.floor(clock().getTime() / dayMs + validDays) * dayMs)
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en, es',
      `Canonical: ${publicUrl}/.well-known/security.txt`,
    ]
    return send(http, 'text/plain; charset=utf-8', `${lines.join('\n')}\n`)
  })
}

function writeSitemap(addresses: string[]): string {
  const entries = addresses.map((address) => `<url><loc>${escapeXml(address)}</loc></url>\n`)
  const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${namespace}">\n${entries.join('')}</urlset>\n`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** The web app manifest: an address, a name and pictures; colours as in client/index.html. */
function writeManifest(name: string): string {
  const icons = [192, 512].map((size) => ({
    src: `/icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
  }))
  const colours = { theme_color: '#fbf8f3', background_color: '#fbf8f3' }
  return JSON.stringify({ name, start_url: '/', display: 'browser', ...colours, icons })
}
