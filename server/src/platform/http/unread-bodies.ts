import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/**
 * A refusal may answer before its body has arrived. Unless the rest is read, it stays in the way of the next call on
 * the same connection, which then waits until a timeout. So it is read and dropped; a caller that goes on sending for
 * longer than `limitMs` loses its connection (SEC-7).
 */
export function dropUnreadBodies(app: FastifyInstance, limitMs = 30_000): void {
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    response.once('finish', () => {
      if (request.readableEnded || request.destroyed) return
      if (!request.complete) {
        const limit = setTimeout(() => request.socket.destroy(), limitMs).unref()
        request.once('close', () => clearTimeout(limit))
      }
      request.unpipe()
      request.resume()
    })
  })
}
