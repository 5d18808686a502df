/**
 * Where clouds answer any process of a machine with its credentials. Never reachable, whatever a review names.
 * Link-local ones are refused as such; they stand here so that the refusal says what they are.
 */
export const METADATA_ADDRESSES: ReadonlySet<string> = new Set([
  '169.254.169.254', // AWS, Azure, Google Cloud and most others
  '169.254.170.2', // AWS ECS task credentials
  '169.254.170.23', // AWS EKS pod identity
  'fd00:ec2::254', // AWS
  'fd00:ec2::23', // AWS EKS pod identity
  'fd20:ce::254', // Google Cloud
  '100.100.100.200', // Alibaba Cloud
  '168.63.129.16', // Azure wire server
  '192.0.0.192', // Oracle Cloud
  '169.254.42.42', // Scaleway
  'fd00:42::42' // Scaleway
])

/** Names that lead there, whatever a resolver answers. */
export const METADATA_NAMES: ReadonlySet<string> = new Set(['metadata.google.internal', 'metadata.goog', 'instance-data.ec2.internal'])
