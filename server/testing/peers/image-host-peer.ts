import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

type Answer = { status: number; text: string }

/** What imgbb answers (api.imgbb.com), as far as it is promised. */
const taken: Answer = {
  status: 200,
  text: JSON.stringify({
    data: { id: '2ndCYJK', url: 'https://i.host.example/w1/photo.webp', delete_url: 'x' },
    success: true,
    status: 200,
  }),
}

/** An image host on loopback that keeps what it is sent; `answer` says what it says next. */
export async function startImageHost() {
  const peer = { key: '', files: [] as File[], answer: taken as Answer | 'hang up' }
  const server = createServer(async (incoming, response) => {
    peer.key = new URL(incoming.url ?? '', 'http://peer').searchParams.get('key') ?? ''
    peer.files = await readFiles(incoming)
    if (peer.answer === 'hang up') return incoming.socket.destroy()
    response.writeHead(peer.answer.status, { 'content-type': 'application/json' })
    return response.end(peer.answer.text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/1/upload`
  return Object.assign(peer, { url })
}

async function readFiles(incoming: IncomingMessage): Promise<File[]> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const headers = { 'content-type': incoming.headers['content-type'] ?? '' }
  const form = await new Response(Buffer.concat(chunks), { headers }).formData()
  return form.getAll('image').filter((value) => value instanceof File)
}
