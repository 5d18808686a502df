// Preloaded into servers that would listen on every interface and on a fixed port: they get a loopback port that the
// system chose, and say which one on a line of their standard error.
import { Server } from 'node:net'

const listen = Server.prototype.listen

Server.prototype.listen = function listenOnLoopback(...asked) {
  const ready = asked.findLast((argument) => typeof argument === 'function')
  this.once('listening', () => process.stderr.write(`listening-on-loopback ${this.address().port}\n`))
  return listen.call(this, { host: '127.0.0.1', port: 0 }, ready)
}
