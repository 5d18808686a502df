import type { Bounds } from '@b10x/ports'
import { parseServiceProfile } from '../profile/parse-service-profile.ts'
import { serializeServiceProfile } from '../profile/serialize-service-profile.ts'
import type { ServiceProfile } from '../profile/service-profile.ts'

/**
 * The profile as its file would say it: whoever made the value, every rule of the format holds, and every digest was
 * computed here.
 * @throws GovernedError all that `parseServiceProfile` refuses; `file` is the service
 */
export function rebuildProfile(profile: ServiceProfile, bounds: Bounds): ServiceProfile {
  return parseServiceProfile(serializeServiceProfile(profile), profile.serviceRef, bounds)
}
