package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"time"

	covergate "covergate/client"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// done returns the data of a success; the generator's own errors say what was wrong.
func done[T any](data T, response *http.Response, err error) T {
	if err != nil {
		if failed, isFailed := err.(*covergate.GenericOpenAPIError); isFailed {
			panic(string(failed.Body()))
		}
		panic(err)
	}
	return data
}

func to[T any](value T) *T { return &value }

func instant(name string) time.Time { return must(time.Parse(time.RFC3339, os.Getenv(name))) }

func request(start string) covergate.CreateContractRequest {
	bike := covergate.NewProductDefinedInBody(covergate.PRODUCTTYPE_BIKE, 2400)
	bike.ProductSubtype = to(covergate.PRODUCTSUBTYPE_ELECTRIC)
	bike.Brand, bike.Model = to("Moustache"), to("Lundi 27")
	bike.Data = &covergate.CreateContractProductData{ProductMarked: to("BC-12345")}
	options := []covergate.ContractOption{covergate.CONTRACTOPTION_BREAK, covergate.CONTRACTOPTION_THEFT}
	products := []covergate.ProductToInsure{covergate.ProductDefinedInBodyAsProductToInsure(bike)}
	body := covergate.NewCreateContractRequest(os.Getenv("RENTER"), covergate.CONTRACTTYPE_LCD, instant("NEXT_WEEK"), options, products)
	body.StartDate = to(instant(start))
	return *body
}

func firstOf(products map[string]covergate.ContractProduct) string {
	for entry := range products {
		return entry
	}
	panic("the contract has no product")
}

func main() {
	configuration := covergate.NewConfiguration()
	configuration.Servers = covergate.ServerConfigurations{{URL: os.Getenv("API_URL")}}
	api := covergate.NewAPIClient(configuration)
	keys := map[string]covergate.APIKey{"Auth": {Key: os.Getenv("API_KEY")}}
	ctx := context.WithValue(context.Background(), covergate.ContextAPIKeys, keys)

	price := done(api.ContractsAPI.CreateContract(ctx).CreateContractRequest(request("TOMORROW")).Preview(true).Execute()).Contract.Price
	contract := done(api.ContractsAPI.CreateContract(ctx).CreateContractRequest(request("TOMORROW")).Execute()).Contract
	cid := *contract.Cid
	renamed := map[string]covergate.ContractProductDataUpdate{firstOf(contract.Products): {UserName: to("Grace Hopper")}}
	update := covergate.UpdateContractRequest{Products: renamed}
	done(api.ContractsAPI.UpdateContract(ctx, cid).UpdateContractRequest(update).Execute())
	end := covergate.TerminateContractRequest{Reason: to("Booked twice.")}
	done(api.ContractsAPI.CancelContract(ctx, cid).TerminateContractRequest(end).Execute())

	insured := done(api.ContractsAPI.CreateContract(ctx).CreateContractRequest(request("NOW")).Execute()).Contract
	no := covergate.CreateClaimRequestQuestionsValue{Bool: to(false)}
	answers := map[string]covergate.CreateClaimRequestQuestionsValue{
		"Quels éléments du matériel sont cassés ?":            {String: to("La roue avant")},
		"La casse est-elle due à un accident avec un tiers ?": no,
		"Avez-vous fait un constat avec le tiers ?":           no,
		"La réparation est-elle effectuée en externe ?":       no,
	}
	claim := covergate.NewCreateClaimRequest(
		os.Getenv("RENTER"), *insured.Cid, firstOf(insured.Products), covergate.CLAIMTYPE_BREAK, covergate.CLAIMSUBTYPE_PARTIAL_BREAK,
		insured.StartDate, "Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée.", answers,
		*covergate.NewClaimInsuredInput("Ada", "Martin", "+33612345678"),
		*covergate.NewClaimLocationInput("14 montée de la Grande Côte", "Lyon", "FR", "69001"),
	)
	draft := done(api.ClaimsAPI.CreateClaim(ctx).CreateClaimRequest(*claim).Execute()).Data

	photo := must(os.Open(os.Getenv("PHOTO")))
	content := base64.StdEncoding.EncodeToString(must(os.ReadFile(os.Getenv("PHOTO"))))
	var types []string
	for _, entry := range draft.DocumentEntries {
		if entry.Category == covergate.DOCUMENTCATEGORY_MANDATORY {
			types = append(types, entry.Type)
		}
	}
	done(api.ClaimsAPI.UploadDocument(ctx, draft.Id).Type_(types[0]).Title("The bike").File(photo).Execute())
	var documents []covergate.JsonDocumentBody
	for _, name := range types[1:] {
		documents = append(documents, *covergate.NewJsonDocumentBody(name, name, "photo.png", content))
	}
	done(api.ClaimsAPI.UploadDocuments(ctx, draft.Id).JsonDocumentBody(documents).Execute())
	submitted := done(api.ClaimsAPI.SubmitClaim(ctx, draft.Id).Execute()).Data

	var eventTypes []string
	for _, event := range done(api.EventsAPI.ListEvents(ctx).Subject(cid).Execute()).Events {
		eventTypes = append(eventTypes, string(event.EventType))
	}
	printed := map[string]any{"price": price, "cid": cid, "claimId": submitted.ClaimId, "eventTypes": eventTypes}
	fmt.Println(string(must(json.Marshal(printed))))
}
