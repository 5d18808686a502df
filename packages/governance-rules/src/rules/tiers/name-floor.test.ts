import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordsOfName } from '../words.ts'
import { findNameFloor, namesReversibility } from './name-floor.ts'

test.each([
  ['delete_note', 3],
  ['notes_delete', 3],
  ['deleteNote', 3],
  ['github.delete-repo', 3],
  ['DELETE_ALL', 3],
  ['destroy_stack', 3],
  ['drop_table', 3],
  ['purgeCache', 3],
  ['broadcast_team_message', 3],
  ['publish_article', 3],
  ['send_email', 3],
  ['sendEmail', 3],
  ['delete_history', 3],
  ['bulkDelete', 3],
  ['install_dependency', 4],
  ['browser_install', 4],
  ['apply_migrate', 4],
  ['migrate-db', 4],
  ['deploy', 5],
  ['rotate_secret', 5],
  ['delete_production_record', 5],
  ['notes.deploy', 5],
  ['HTTPDeploy', 5]
])('%s is Tier %i or higher', (name, tier) => {
  expect(findNameFloor(name)?.tier).toBe(tier)
})

test.each([
  'undelete_preview_text',
  'list_deployments',
  'get_delete_policy',
  'getDeletePolicy',
  'sender',
  'get_sender',
  'preview_publish',
  'dropdown_options',
  'drop_down_values',
  'drag_and_drop',
  'deleted_items',
  'installation_guide',
  'publisher_name',
  'productions',
  'product_search',
  'deployment_status',
  'deploy_status',
  'list_production_records',
  'rotate_image',
  'send_keys',
  'undo_delete',
  'dry_run_deploy',
  'resend',
  'migration_history',
  'broadcaster',
  'reinstall',
  'search_notes',
  'é',
  ''
])('%s has no floor', name => {
  expect(findNameFloor(name)).toBeNull()
})

test('a name has the same words however they are joined', () => {
  const word = fc.stringMatching(/^[a-z]{2,8}$/)
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), words => {
      const camel = words.map((each, i) => (i === 0 ? each : `${each[0]?.toUpperCase() ?? ''}${each.slice(1)}`)).join('')
      for (const name of [words.join('_'), words.join('-'), words.join('.'), words.join('_').toUpperCase(), camel])
        expect(wordsOfName(name)).toEqual(words)
    })
  )
})

test('a name of a million characters is read in bounded work', () => {
  expect(findNameFloor(`${'a_'.repeat(500_000)}delete`)).toBeNull()
})

test.each([
  'It cannot be undone',
  'Fully reversible',
  'Irreversible',
  'Restored from the bin within 30 days',
  'Rolled back by the next release',
  'Withdrawing it is possible',
  'permanent'
])('"%s" names reversibility', reason => {
  expect(namesReversibility(reason)).toBe(true)
})

test.each(['Others see it at once', 'It reads notes', ''])('"%s" does not name reversibility', reason => {
  expect(namesReversibility(reason)).toBe(false)
})
