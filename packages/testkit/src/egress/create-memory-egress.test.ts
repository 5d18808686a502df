import { createMemoryEgress } from './create-memory-egress.ts'
import { describeEgressTransport } from './describe-egress-transport.ts'

describeEgressTransport('the egress in memory', async (bounds) =>
  createMemoryEgress({ endpoint: { connectionRef: 'c', endpointRef: 'mcp_connection' }, address: 'https://api.test/mcp', bounds })
)
