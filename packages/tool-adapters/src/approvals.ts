// Everything named here is public API: a change of a line is a change for users.
export { createApprovalBridge } from './approvals/approval-bridge.ts'
export type { ApprovalBridge, ApprovalBridgeOptions, ApprovedCalls, FrameworkApproval } from './approvals/approval-bridge.ts'
