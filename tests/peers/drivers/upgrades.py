"""What a change of the registry or the configuration makes of templates, told as Fitment tells it."""


def run(driver, error):
    return {"driver": None if error else driver, "error": error}


def turn(before, after):
    """What becomes of something."""
    if before == after:
        change = "same"
    elif before["driver"]:
        change = "changes" if after["driver"] else "stops"
    else:
        change = "starts" if after["driver"] else "fails"
    return {"change": change, "before": before, "after": after}


def told(templates, before, after, drivers):
    """What becomes of each template: `before` and `after` hold for each who makes clusters of it, and which driver it
    gets where it is created again; `drivers` are those of afterwards."""
    provided = {}
    for driver in drivers:
        provided.setdefault(driver["name"], driver["provides"])
    rows, tallies = [], ({}, {})
    for index, (template, old, new) in enumerate(zip(templates, before, after)):
        turns = [turn(*sides) for sides in zip(old, new)]
        for tally, one in zip(tallies, turns):
            tally[one["change"]] = tally.get(one["change"], 0) + 1
        kind = [template["server_type"], template["cluster_distro"], template["coe"]]
        driver = new[1]["driver"]
        lacks = bool(driver) and kind not in provided[driver]
        if any(one["change"] != "same" for one in turns):
            row = {"template": template["name"], "index": index, "clusters": turns[0], "again": turns[1]}
            rows.append({**row, "lacksType": lacks})
    counts = [{key: tally.get(key, 0) for key in ("same", "changes", "stops", "starts", "fails")} for tally in tallies]
    return {"same": not rows, "count": len(templates), "clusters": counts[0], "again": counts[1], "templates": rows}
