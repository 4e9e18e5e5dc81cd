-- Sends the bodies of a file, one a line, in turn: requests are made before the clock starts.
-- wrk … -s prepared.lua URL -- BODIES KEY
local requests, at = {}, 0

function init(arguments)
    local headers = {
        ["Authorization"] = "Bearer " .. arguments[2],
        ["Content-Type"] = "application/json",
    }
    for body in io.lines(arguments[1]) do
        requests[#requests + 1] = wrk.format("POST", nil, headers, body)
    end
end

function request()
    at = at % #requests + 1
    return requests[at]
end

function done(summary, latency)
    local errors = summary.errors
    io.write(string.format("RESULT %d %d %d %d %d\n", summary.requests, summary.duration, errors.status,
        errors.connect + errors.read + errors.write + errors.timeout, latency:percentile(99)))
end
