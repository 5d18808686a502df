import type { ApprovalPort } from '@b10x/ports'

/** Says no to everything: `approval_denied`. For runs that nobody watches. */
export const denyAllApprovals: ApprovalPort = Object.freeze<ApprovalPort>({ reserve: () => Promise.resolve('denied') })
