import type { ServiceFacts, ServiceFactory } from '@b10x/ports'
import type { ServiceDeployment } from '../deployment/service-deployment.ts'
import { claimNames } from './claim-names.ts'
import { bindingsOf, matchDeployment } from './match-deployment.ts'
import type { BundledService, ServiceBundle, ServiceBundleBuilder } from './service-bundle.ts'

interface Added {
  readonly factory: ServiceFactory
  readonly facts: ServiceFacts
  readonly deployment: ServiceDeployment
}

/** Joins verified services with their deployments: each has one, decides exactly about its operations, and claims its own names. */
export function createServiceBundleBuilder(): ServiceBundleBuilder {
  const added: Added[] = []
  const taken = new Set<string>()
  let built = false

  const builder: ServiceBundleBuilder = {
    add(factory, given) {
      if (built) throw new TypeError('The bundle is built: another one needs another builder.')
      const { facts } = factory
      const deployment = matchDeployment(facts, given)
      claimNames(taken, facts, deployment)
      added.push({ factory, facts, deployment })
      return builder
    },
    build() {
      if (built) throw new TypeError('A builder builds once: two bundles would claim the same names.')
      built = true
      return bundleOf(bindAll(added))
    }
  }
  return builder
}

/** Nothing is open in what is bound, so what was bound before one that is refused can be let go. */
function bindAll(added: readonly Added[]): readonly BundledService[] {
  return added.map(({ factory, facts, deployment }) => Object.freeze({ facts, deployment, bound: factory.bind(bindingsOf(deployment)) }))
}

function bundleOf(services: readonly BundledService[]): ServiceBundle {
  return Object.freeze({
    services: Object.freeze(services),
    async close() {
      await Promise.all(services.map(({ bound }) => bound.close()))
    }
  })
}
