// Leaves only by SIGKILL.
process.on('SIGTERM', () => {})
process.on('SIGHUP', () => {})
setInterval(() => {}, 60_000)
process.stdout.write('ready')
