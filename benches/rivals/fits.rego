# The rule as Rego says it: every capability has a value in common. The data has the defaults already.
package fits

fitting contains place if {
	machine := data.machines[input.machineType]
	some place, flavors in data.versions
	some flavor in flavors
	every capability, values in flavor {
		some value in values
		value in machine[capability]
	}
}
