import type { BoundService, ServiceFacts, ServiceFactory } from '@b10x/ports'
import type { ServiceDeployment } from '../deployment/service-deployment.ts'

/** One service of a bundle: what its profile says, what its deployment decides, and what can be called. */
export interface BundledService {
  readonly facts: ServiceFacts
  readonly deployment: ServiceDeployment
  readonly bound: BoundService
}

/** Services that go together: no two of them claim the same name. It is for operators; callers get a catalog. */
export interface ServiceBundle {
  /** In the order in which they were added. */
  readonly services: readonly BundledService[]
  /** Closes all services. Idempotent. */
  close(): Promise<void>
}

/** Collects services, and makes one bundle of them. */
export interface ServiceBundleBuilder {
  /**
   * Adds a verified service with its deployment. What is refused changes nothing; nothing is opened.
   * @param deployment what `parseServiceDeployment` gave; undefined or null is refused, and nothing takes its place
   * @throws GovernedError `deployment_missing` (absent, or that of another service), `operation_set_mismatch`,
   *   `service_collision`
   * @throws TypeError for a deployment that was not read by `parseServiceDeployment`, and after `build`
   */
  add(factory: ServiceFactory, deployment: ServiceDeployment | null | undefined): ServiceBundleBuilder
  /**
   * Binds all services to what their deployments give them, or none. Once.
   * @throws GovernedError `binding_mismatch`
   * @throws TypeError when it is called again
   */
  build(): ServiceBundle
}
