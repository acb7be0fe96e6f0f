import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** The least a server can do: the same prebuilt bytes to everyone. */
const bytes = readFileSync(process.argv[2] ?? '')
const headers = { 'content-type': 'application/json', 'content-length': bytes.length }

createServer((_, response) => {
  response.writeHead(200, headers)
  response.end(bytes)
}).listen(Number(process.env.PORT), '127.0.0.1')
