// The official conformance suite is installed before its first run.
import { installOutside } from '../outside/install-outside.ts'

installOutside('conformance', ['ci'])
