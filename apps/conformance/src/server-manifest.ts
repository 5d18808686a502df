/** What is expected of every server scenario that the suite runs for a revision. Reviewed by hand, like that of the clients. */
import { must, musts, notApplicable } from './manifest.ts'
import type { Manifest, NotApplicable } from './manifest.ts'

const NO_RESOURCES = 'a tools-only server has no resources'
const NO_PROMPTS = 'a tools-only server has no prompts'
const NO_COMPLETION = 'a tools-only server completes nothing'
const NO_LOGGING = 'the server declares no logging'
const ASKS_NOTHING = 'the server asks its client for nothing: no sampling, no elicitation, no roots'
const NO_SESSIONS = 'the server issues no sessions'
const NO_RESUMING = 'streams cannot be resumed: what a call answers, its own response carries'
const NO_TASKS = 'an extension that we do not claim'
const NO_TOOL = 'the suite names the tool, and nobody ships it'

/** Tools of the suite's names are called or looked for. */
const WITH_TOOLS_OF_BOTH = [
  'tools-call-simple-text',
  'tools-call-image',
  'tools-call-audio',
  'tools-call-embedded-resource',
  'tools-call-mixed-content',
  'tools-call-error',
  'tools-call-with-progress',
  'json-schema-2020-12'
]

const PROMPTS = ['prompts-list', 'prompts-get-simple', 'prompts-get-with-args', 'prompts-get-embedded-resource', 'prompts-get-with-image']
const RESOURCES = ['resources-list', 'resources-read-text', 'resources-read-binary', 'resources-templates-read']

const INPUT_REQUIRED = [
  'input-required-result-basic-elicitation',
  'input-required-result-basic-sampling',
  'input-required-result-basic-list-roots',
  'input-required-result-request-state',
  'input-required-result-multiple-input-requests',
  'input-required-result-multi-round',
  'input-required-result-missing-input-response',
  'input-required-result-non-tool-request',
  'input-required-result-result-type',
  'input-required-result-tampered-state',
  'input-required-result-capability-check',
  'input-required-result-ignore-extra-params'
]

const TASKS = [
  'tasks-lifecycle',
  'tasks-capability-negotiation',
  'tasks-wire-fields',
  'tasks-request-state-removal',
  'tasks-mrtr-input',
  'tasks-request-headers',
  'tasks-dispatch-and-envelope',
  'tasks-status-notifications',
  'tasks-required-task-error',
  'tasks-mrtr-composition'
]

/** Any refusal of the tool that it calls counts for it as the right one. */
const ASKS_FOR_A_MISSING_TOOL: NotApplicable = { expect: 'n/a', because: ASKS_NOTHING, passes: true }

const OF_2025: Manifest = {
  ...musts('server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'),
  ...notApplicable(NO_SESSIONS, 'server-sse-multiple-streams', 'server-session-lifecycle'),
  ...notApplicable(NO_RESUMING, 'server-sse-polling'),
  ...notApplicable(NO_LOGGING, 'logging-set-level', 'tools-call-with-logging'),
  ...notApplicable(ASKS_NOTHING, 'tools-call-sampling', 'tools-call-elicitation', 'elicitation-sep1034-defaults', 'elicitation-sep1330-enums'),
  ...notApplicable(NO_COMPLETION, 'completion-complete'),
  ...notApplicable(NO_RESOURCES, ...RESOURCES, 'resources-subscribe', 'resources-unsubscribe'),
  ...notApplicable(NO_PROMPTS, ...PROMPTS)
}

const OF_2026: Manifest = {
  ...musts('tools-list', 'dns-rebinding-protection', 'server-sse-multiple-streams', 'http-header-validation', 'input-required-result-unsupported-methods'),
  'caching': must(
    { ResourcesReadCachingHints: NO_RESOURCES },
    { PromptsListCachingHints: NO_PROMPTS, ResourcesListCachingHints: NO_RESOURCES, ResourcesTemplatesListCachingHints: NO_RESOURCES }
  ),
  'input-required-result-validate-input': ASKS_FOR_A_MISSING_TOOL,
  ...notApplicable(ASKS_NOTHING, ...INPUT_REQUIRED),
  ...notApplicable(NO_COMPLETION, 'completion-complete'),
  ...notApplicable(NO_RESOURCES, ...RESOURCES, 'sep-2164-resource-not-found'),
  ...notApplicable(NO_PROMPTS, ...PROMPTS),
  ...notApplicable(NO_TASKS, ...TASKS)
}

/** Of a server with one tool that the suite has never heard of. */
export const SHIPPED_MANIFESTS: Readonly<Record<string, Manifest>> = {
  '2025-11-25': { ...OF_2025, ...notApplicable(NO_TOOL, ...WITH_TOOLS_OF_BOTH) },
  '2026-07-28': { ...OF_2026, ...notApplicable(NO_TOOL, ...WITH_TOOLS_OF_BOTH, 'server-stateless', 'http-custom-header-server-validation') }
}

/** Of the server that has every tool that the suite names and a tools-only server can have. */
export const FIXTURE_MANIFESTS: Readonly<Record<string, Manifest>> = {
  '2025-11-25': { ...OF_2025, ...musts(...WITH_TOOLS_OF_BOTH) },
  '2026-07-28': {
    ...OF_2026,
    ...musts(...WITH_TOOLS_OF_BOTH, 'http-custom-header-server-validation'),
    'server-stateless': must({ ServerSendsPromptsListChangedOnSubscription: NO_PROMPTS })
  }
}

/** Of the governance server: resources and a prompt of its own beside its tools, and none that the suite names. */
const NOT_ITS_OWN = 'the suite names the resource or prompt, and nobody ships it'

export const GOVERNANCE_MANIFESTS: Readonly<Record<string, Manifest>> = {
  '2025-11-25': {
    ...SHIPPED_MANIFESTS['2025-11-25'],
    ...musts('resources-list', 'prompts-list'),
    ...notApplicable(NOT_ITS_OWN, ...RESOURCES.filter((name) => name !== 'resources-list'), ...PROMPTS.filter((name) => name !== 'prompts-list'))
  },
  '2026-07-28': {
    ...SHIPPED_MANIFESTS['2026-07-28'],
    ...musts('resources-list', 'prompts-list', 'caching', 'sep-2164-resource-not-found'),
    ...notApplicable(NOT_ITS_OWN, ...RESOURCES.filter((name) => name !== 'resources-list'), ...PROMPTS.filter((name) => name !== 'prompts-list'))
  }
}
