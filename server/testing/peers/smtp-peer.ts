import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail as it arrived: its envelope beside what it says of itself. */
export type ArrivedMail = Email & { envelope: { from: string; to: string[] } }

/** A real mail server on loopback that keeps what it is given; it can go away and come back. */
export async function startSmtpPeer() {
  const arrived: ArrivedMail[] = []
  /** Addresses that it has no mailbox for. */
  const unknown = new Set<string>()
  /** How many mails are put off before the next is taken, as greylisting does. */
  const greylist = { left: 0 }
  const mailbox = { arrived, unknown, greylist }
  let server = createServer(mailbox)
  const port = await listen(server, 0)
  return {
    url: `smtp://127.0.0.1:${port}`,
    arrived,
    unknown,
    greylist,
    stop: () => close(server),
    async start() {
      server = createServer(mailbox)
      await listen(server, port)
    },
  }
}

type Mailbox = { arrived: ArrivedMail[]; unknown: Set<string>; greylist: { left: number } }

function createServer({ arrived, unknown, greylist }: Mailbox): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 10,
    onRcptTo({ address }, _session, done) {
      if (greylist.left > 0) {
        greylist.left -= 1
        return done(Object.assign(new Error('Please come again'), { responseCode: 451 }))
      }
      if (!unknown.has(address)) return done()
      done(Object.assign(new Error('No such mailbox'), { responseCode: 550 }))
    },
    onData(stream, session, done) {
      read(stream).then(async (raw) => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom ? mailFrom.address : ''
        const envelope = { from, to: rcptTo.map(({ address }) => address) }
        arrived.push({ ...(await PostalMime.parse(raw)), envelope })
        done()
      }, done)
    },
  })
}

async function read(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function listen(server: SMTPServer, port: number): Promise<number> {
  return new Promise((resolve) => {
    const socket = server.listen(port, '127.0.0.1', () => {
      resolve((socket.address() as AddressInfo).port)
    })
  })
}

function close(server: SMTPServer): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}
